import { createFileRoute } from '@tanstack/react-router'
import { AllTransactionsScreen } from '#web/features/transactions/all-transactions-screen.tsx'
import { asDay, asId, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  date_after: asDay,
  date_before: asDay,
  sales_rep_id: asId,
  sales_manager_id: asId,
  sales_distributor_id: asId,
  harvest_center_id: asId,
  referral_harvest_center_id: asId,
  product_id: asId,
  patient_id: asId,
  ...listSearch,
})

export const Route = createFileRoute('/_app/all-transaction-report')({ validateSearch, component: AllTransactionsScreen })
