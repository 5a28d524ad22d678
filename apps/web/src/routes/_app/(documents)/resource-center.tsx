import { createFileRoute } from '@tanstack/react-router'
import { ResourceCenterScreen } from '#web/features/resources/center/resource-center-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/resource-center')({ component: ResourceCenterScreen })
