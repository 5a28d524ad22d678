import type { ComponentProps } from 'react'
import { PatientDataDialog } from '#web/features/patients/patient-record-modal.tsx'
import {
  CenterTransactionsScreen,
  DistributorTransactionsScreen,
  ManagerTransactionsScreen,
  ReferralTransactionsScreen,
  RepTransactionsScreen,
} from '#web/features/transactions/party-transactions-screens.tsx'
import { useSession } from '#web/lib/session/session.ts'

/** The sales of a center. */
export const TransactionHistory = () =>
  useSession()?.role === 'referral_harvest_center' ? <ReferralTransactionsScreen /> : <CenterTransactionsScreen />

const patientDialog = (props: ComponentProps<typeof PatientDataDialog>) => <PatientDataDialog {...props} />

export const RepTransactions = () => <RepTransactionsScreen />
export const ManagerTransactions = () => <ManagerTransactionsScreen patientDialog={patientDialog} />
export const DistributorTransactions = () => <DistributorTransactionsScreen patientDialog={patientDialog} />
