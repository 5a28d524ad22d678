import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#web/features/audit/audit-screen.tsx'

export const Route = createFileRoute('/_app/(administration)/audit')({ component: AuditScreen })
