import { createFileRoute } from '@tanstack/react-router'
import { RepTransactionsScreen } from '#web/features/transactions/rep-transactions-screen.tsx'
import { asDay, asText, asWholeNumber, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  date_after: asDay,
  date_before: asDay,
  product_id: asWholeNumber,
  ...listSearch,
})

export const Route = createFileRoute('/_app/my-transaction-report')({ validateSearch, component: RepTransactionsScreen })
