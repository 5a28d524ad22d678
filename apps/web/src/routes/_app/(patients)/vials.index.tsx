import { createFileRoute } from '@tanstack/react-router'
import { VialsScreen } from '#web/features/vials/list/vials-screen.tsx'

export const Route = createFileRoute('/_app/(patients)/vials/')({ component: VialsScreen })
