import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '#web/features/sessions/guest/not-found-screen.tsx'

/** Every address without a screen. */
export const Route = createFileRoute('/_app/$')({ component: NotFoundScreen })
