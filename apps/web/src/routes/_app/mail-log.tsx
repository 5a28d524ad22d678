import { createFileRoute } from '@tanstack/react-router'
import { MailLogScreen } from '#web/features/email/mail-log-screen.tsx'
import { asId, asOneOf, asPageSize, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  to: asText,
  status: asOneOf('queued', 'sent', 'refused'),
  user_id: asId,
  before: asId,
  after: asId,
  limit: asPageSize,
})

export const Route = createFileRoute('/_app/mail-log')({ validateSearch, component: MailLogScreen })
