import { createFileRoute } from '@tanstack/react-router'
import { ResourceCenterScreen } from '#web/features/resources/center/resource-center-screen.tsx'

export const Route = createFileRoute('/_app/resource-center')({ component: ResourceCenterScreen })
