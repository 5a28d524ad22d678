import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReceiverInput, VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { User } from '@vialdesk/contract/people/accounts'
import { type ReactNode, useEffect } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'

type Kind = ReceiverInput['kind']
interface Choice {
  value: Kind
  label: string
}
interface ReceiverForm {
  getValues: () => { receiver: ReceiverInput | undefined }
  preset: (values: { receiver: ReceiverInput }) => void
  setFieldValue: (field: 'receiver', receiver: ReceiverInput) => void
  getInputProps: (field: 'receiver.name' | 'receiver.address') => object
  errors: Record<string, ReactNode>
}
interface Props {
  patientId: number
  form: ReceiverForm
  /** The receiver of a saved shipment, null if it has none. A center keeps the name of that day, and the patient may have left it since. */
  recorded?: VialReceiver | null
}

const receiverOf = (kind: Kind): ReceiverInput => ({ kind, name: '', address: '' })

/** A recorded receiver as a form sends it: the server knows the name and address of a center. Undefined for that of an order. */
export function receiverInputOf({ kind, name, address }: VialReceiver): ReceiverInput | undefined {
  if (kind === 'order') return undefined
  return kind === 'other' ? { kind, name, address } : receiverOf(kind)
}

/** The centers of the patient, and any other receiver. */
function choicesOf({ hc_desc, rhc_desc }: Pick<User, 'hc_desc' | 'rhc_desc'>, recorded: Props['recorded']): Choice[] {
  const nameOf = (kind: Kind, center: { company: string } | undefined) =>
    recorded?.kind === kind ? recorded.name : center?.company
  const center = nameOf('harvest_center', hc_desc?.[0])
  const referral = nameOf('referral_center', rhc_desc?.[0])
  return [
    ...(center ? [{ value: 'harvest_center' as const, label: `${center} (harvest center)` }] : []),
    ...(referral ? [{ value: 'referral_center' as const, label: `${referral} (referral center)` }] : []),
    { value: 'other', label: 'Another receiver' },
  ]
}

function useChoices({ patientId, form, recorded }: Props): Choice[] {
  const { data: patient } = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: patientId } }))
  const choices = patient ? choicesOf(patient, recorded) : []
  const first = choices[0]?.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when the centers of the patient are known.
  useEffect(() => {
    if (first && recorded === undefined && !form.getValues().receiver) form.preset({ receiver: receiverOf(first) })
  }, [first])
  return choices
}

/** The receiver of shipped vials: the center of the patient, until another receiver is chosen. */
export function ReceiverFields(props: Props) {
  const { form, recorded } = props
  const choices = useChoices(props)
  const kind = form.getValues().receiver?.kind
  const receiver = (next: Kind) => (next === recorded?.kind && receiverInputOf(recorded)) || receiverOf(next)
  return (
    <>
      <Select
        label="Receiver"
        description="The name and address of today are kept."
        withAsterisk
        data={choices}
        allowDeselect={false}
        value={kind ?? null}
        onChange={(next) => next && form.setFieldValue('receiver', receiver(next as Kind))}
        error={form.errors['receiver.kind'] ?? form.errors.receiver}
        data-path="receiver"
      />
      {kind === 'other' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          <TextInput label="Name of the receiver" withAsterisk autoComplete="off" {...form.getInputProps('receiver.name')} />
          <TextInput
            label="Address of the receiver"
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('receiver.address')}
          />
        </SimpleGrid>
      )}
    </>
  )
}
