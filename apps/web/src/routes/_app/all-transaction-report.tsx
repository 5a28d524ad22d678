import { createFileRoute } from '@tanstack/react-router'
import { AllTransactionsScreen } from '#web/features/transactions/all-transactions-screen.tsx'
import { asDay, asId, asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({
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
  offset: asWhole,
})

export const Route = createFileRoute('/_app/all-transaction-report')({ validateSearch, component: AllTransactionsScreen })
