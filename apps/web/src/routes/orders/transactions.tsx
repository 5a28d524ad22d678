import type { ComponentProps } from 'react'
import { PatientDataDialog } from '#web/features/patients/patient-record-modal.tsx'
import { useOpenLabel } from '#web/features/shipping/use-open-label.ts'
import { CenterTransactionsScreen, ReferralTransactionsScreen } from '#web/features/transactions/center-transactions-screen.tsx'
import { DistributorTransactionsScreen, ManagerTransactionsScreen } from '#web/features/transactions/team-transactions-screen.tsx'
import { useSession } from '#web/lib/session/session.ts'

/** The sales of a center. */
export function TransactionHistory() {
  const onOpenLabel = useOpenLabel().mutate
  return useSession()?.role === 'referral_harvest_center' ? (
    <ReferralTransactionsScreen />
  ) : (
    <CenterTransactionsScreen onOpenLabel={onOpenLabel} />
  )
}

const patientDialog = (props: ComponentProps<typeof PatientDataDialog>) => <PatientDataDialog {...props} />

export const ManagerTransactions = () => <ManagerTransactionsScreen patientDialog={patientDialog} />
export const DistributorTransactions = () => <DistributorTransactionsScreen patientDialog={patientDialog} />
