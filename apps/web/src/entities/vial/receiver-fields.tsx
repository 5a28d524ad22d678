import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@vialdesk/contract/accounts'
import type { ReceiverInput } from '@vialdesk/contract/release-rules'
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
  /** The receiver of a saved shipment, null if it has none. The patient may have left this center since. */
  recorded?: Pick<ReceiverInput, 'kind' | 'name'> | null
}

const receiverOf = (kind: Kind): ReceiverInput => ({ kind, name: '', address: '' })

/** The centers of the patient, and any other receiver. */
function choicesOf({ hc_desc, rhc_desc }: Pick<User, 'hc_desc' | 'rhc_desc'>): Choice[] {
  const [center, referral] = [hc_desc?.[0], rhc_desc?.[0]]
  return [
    ...(center ? [{ value: 'harvest_center' as const, label: `${center.company} (harvest center)` }] : []),
    ...(referral ? [{ value: 'referral_center' as const, label: `${referral.company} (referral center)` }] : []),
    { value: 'other', label: 'Another receiver' },
  ]
}

function useChoices({ patientId, form, recorded }: Props): Choice[] {
  const { data: patient } = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: patientId } }))
  const choices = patient ? choicesOf(patient) : []
  const first = choices[0]?.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when the centers of the patient are known.
  useEffect(() => {
    if (first && recorded === undefined && !form.getValues().receiver) form.preset({ receiver: receiverOf(first) })
  }, [first])
  if (!recorded || choices.some(({ value }) => value === recorded.kind)) return choices
  return [{ value: recorded.kind, label: recorded.name }, ...choices]
}

/** The receiver of shipped vials: the center of the patient, until another receiver is chosen. */
export function ReceiverFields(props: Props) {
  const { form } = props
  const choices = useChoices(props)
  const kind = form.getValues().receiver?.kind
  return (
    <>
      <Select
        label="Receiver"
        description="The name and address of today are kept."
        withAsterisk
        data={choices}
        allowDeselect={false}
        value={kind ?? null}
        onChange={(next) => next && form.setFieldValue('receiver', receiverOf(next as Kind))}
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
