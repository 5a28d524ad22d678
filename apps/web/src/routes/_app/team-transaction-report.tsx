import { createFileRoute } from '@tanstack/react-router'
import { PatientDataDialog } from '#web/features/patients/patient-record-modal.tsx'
import { ManagerTransactionsScreen } from '#web/features/transactions/team-transactions-screen.tsx'
import { asDay, asId, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  date_after: asDay,
  date_before: asDay,
  sales_rep_id: asId,
  harvest_center_id: asId,
  product_id: asId,
  ...listSearch,
})

export const Route = createFileRoute('/_app/team-transaction-report')({
  validateSearch,
  component: () => <ManagerTransactionsScreen patientDialog={(props) => <PatientDataDialog {...props} />} />,
})
