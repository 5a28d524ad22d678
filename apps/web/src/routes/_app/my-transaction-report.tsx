import { createFileRoute } from '@tanstack/react-router'
import { RepReportScreen } from '#web/features/transactions/rep-report-screen.tsx'
import { asDay, asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, date_after: asDay, date_before: asDay, product_id: asWhole, offset: asWhole })

export const Route = createFileRoute('/_app/my-transaction-report')({ validateSearch, component: RepReportScreen })
