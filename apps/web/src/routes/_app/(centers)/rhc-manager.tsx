import { createFileRoute } from '@tanstack/react-router'
import { AssociationsScreen } from '#web/features/centers/associations-screen.tsx'

export const Route = createFileRoute('/_app/(centers)/rhc-manager')({ component: AssociationsScreen })
