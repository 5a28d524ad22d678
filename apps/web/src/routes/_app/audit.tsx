import { createFileRoute } from '@tanstack/react-router'
import { type AuditEventType, auditEventTitles } from '@vialdesk/contract/audit-events'
import { AuditScreen } from '#web/features/audit/audit-screen.tsx'
import { asDay, asId, asOneOf, asPageSize, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  type: asOneOf(...(Object.keys(auditEventTitles) as AuditEventType[])),
  actor_id: asId,
  about_id: asId,
  seen_patient_id: asId,
  date_after: asDay,
  date_before: asDay,
  before: asId,
  after: asId,
  limit: asPageSize,
})

export const Route = createFileRoute('/_app/audit')({ validateSearch, component: AuditScreen })
