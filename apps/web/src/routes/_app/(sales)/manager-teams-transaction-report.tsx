import { createFileRoute } from '@tanstack/react-router'
import { PatientDataDialog } from '#web/features/patients/patient-record-modal.tsx'
import { DistributorTransactionsScreen } from '#web/features/transactions/team-transactions-screen.tsx'

export const Route = createFileRoute('/_app/(sales)/manager-teams-transaction-report')({
  component: () => <DistributorTransactionsScreen patientDialog={(props) => <PatientDataDialog {...props} />} />,
})
