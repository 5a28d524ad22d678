import { createFileRoute } from '@tanstack/react-router'
import type { Role } from '@vialdesk/contract/roles'
import type { ComponentType } from 'react'
import { StartScreen } from '#web/features/sessions/start-screen.tsx'
import { useSession } from '#web/lib/session.ts'

/** The dashboard of each role, loaded only for who has it: `admin: lazy(() => import('…'))`. */
const dashboards: { [R in Role]?: ComponentType } = {}

function DashboardRoute() {
  const role = useSession()?.role
  const Shown = (role && dashboards[role]) ?? StartScreen
  return <Shown />
}

export const Route = createFileRoute('/_app/dashboard')({ component: DashboardRoute })
