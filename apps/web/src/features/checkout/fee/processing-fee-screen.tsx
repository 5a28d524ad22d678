import { Skeleton, Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { FeeCheckout } from './fee-checkout.tsx'
import { useFeeData } from './use-fee-data.ts'

interface Props {
  /** Opens the fields of a new patient. */
  newPatient: boolean
  /** An invoice opened to check its payment status. */
  invoice?: string | undefined
}

const skeleton = (
  <Stack gap="xl" maw="52rem">
    <Skeleton h={72} />
    <Skeleton h={160} />
    <Skeleton h={48} />
    <Skeleton h={200} />
  </Stack>
)

function ProcessingFee({ userId, newPatient, invoice }: Props & { userId: number }) {
  const { repMissing, ...query } = useFeeData(userId)
  if (repMissing) return <Navigate to="/dashboard" replace />
  return (
    <Loaded query={query} skeleton={skeleton}>
      {(data) => <FeeCheckout data={data} newPatient={newPatient} invoiceToCheck={invoice} />}
    </Loaded>
  )
}

export function ProcessingFeeScreen(props: Props) {
  const user = useSession()?.user
  return (
    <Screen title="New Patient Processing Fee" breadcrumbs={[{ label: 'Dashboard', to: '/dashboard' }]}>
      {user && <ProcessingFee userId={user.id} {...props} />}
    </Screen>
  )
}
