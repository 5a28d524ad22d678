import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '#web/features/onboarding/import/import-screen.tsx'

export const Route = createFileRoute('/_app/(people)/import')({ component: ImportScreen })
