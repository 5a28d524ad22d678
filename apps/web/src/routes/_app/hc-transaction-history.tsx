import { createFileRoute } from '@tanstack/react-router'
import { CenterHistoryScreen } from '#web/features/transactions/center-history-screen.tsx'
import { asDay, asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, date_after: asDay, date_before: asDay, offset: asWhole })

export const Route = createFileRoute('/_app/hc-transaction-history')({ validateSearch, component: CenterHistoryScreen })
