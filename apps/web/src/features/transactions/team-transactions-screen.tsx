import { IconId } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { type ReactNode, useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { type OpenList, useList } from '#web/entities/list/use-list.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { distributorTransactions, managerTransactions, PartyTransactionsTable } from './transaction-lists.tsx'

export interface PatientDialogProps {
  id: number | undefined
  onClose: () => void
}
interface Props {
  /** The dialog of a patient's data, which belongs to another feature. */
  patientDialog: (props: PatientDialogProps) => ReactNode
}

type TeamCall = (typeof managerTransactions | typeof distributorTransactions)['call']

interface ReportProps<A extends TeamCall, Filter extends object> extends Props {
  of: OpenList<A, Filter, PartyTransaction>
}

function TeamReport<A extends TeamCall, Filter extends object>({ of, patientDialog }: ReportProps<A, Filter>) {
  const [patient, setPatient] = useState<number>()
  const rowActions = ({ patient: [shown] }: PartyTransaction) =>
    shown ? [{ label: 'Patient data', icon: IconId, onClick: () => setPatient(shown.id) }] : []
  return (
    <Screen
      title={of.definition.label}
      lead="Sales of your team, with the team of the day of the sale. Patients are shown by number to protect privacy."
      actions={
        <ExportButton
          call="GET /api/v1/transactions/export-csv/"
          label="Export CSV"
          filter={of.page.filter}
          disabled={!of.list.data?.count}
        />
      }
    >
      <PartyTransactionsTable of={of} rowActions={rowActions} />
      {patientDialog({ id: patient, onClose: () => setPatient(undefined) })}
    </Screen>
  )
}

const OfManager = ({ id, patientDialog }: Props & { id: number }) => (
  <TeamReport of={useList(managerTransactions, { params: { id } })} patientDialog={patientDialog} />
)

const OfDistributor = ({ id, patientDialog }: Props & { id: number }) => (
  <TeamReport of={useList(distributorTransactions, { params: { id } })} patientDialog={patientDialog} />
)

/** The sales of a manager's team. */
export function ManagerTransactionsScreen(props: Props) {
  const id = useSession()?.user.id
  return id ? <OfManager id={id} {...props} /> : <Navigate to="/dashboard" replace />
}

/** The sales of a distributor's teams. */
export function DistributorTransactionsScreen(props: Props) {
  const id = useSession()?.user.id
  return id ? <OfDistributor id={id} {...props} /> : <Navigate to="/dashboard" replace />
}
