import { createFileRoute } from '@tanstack/react-router'
import { MailLogScreen } from '#web/features/email/mail-log-screen.tsx'
import { asId, asOneOf, asText, asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  status: asOneOf('queued', 'sent', 'refused'),
  user_id: asId,
  offset: asWholeNumber,
})

export const Route = createFileRoute('/_app/mail-log')({ validateSearch, component: MailLogScreen })
