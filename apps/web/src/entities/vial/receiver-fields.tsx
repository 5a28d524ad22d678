import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReceiverInput } from '@vialdesk/contract/release-rules'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'

type Field = 'receiver.name' | 'receiver.address'
interface Props {
  patientId: number
  form: { getInputProps: (field: Field) => object; errors: Record<string, ReactNode> }
  kind: ReceiverInput['kind'] | undefined
  onKind: (kind: ReceiverInput['kind']) => void
}

/** The center of the patient, until another receiver is chosen. */
export const firstReceiver: ReceiverInput = { kind: 'harvest_center', name: '', address: '' }

/** The receiver of shipped vials. */
export function ReceiverFields({ patientId, form, kind, onKind }: Props) {
  const { data: patient } = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: patientId } }))
  const [center, referral] = [patient?.hc_desc?.[0], patient?.rhc_desc?.[0]]
  const choices = [
    { value: 'harvest_center', label: center ? `${center.company} (harvest center)` : 'Harvest center' },
    ...(referral ? [{ value: 'referral_center', label: `${referral.company} (referral center)` }] : []),
    { value: 'other', label: 'Another receiver' },
  ]
  return (
    <>
      <Select
        label="Receiver"
        description="The name and address of today are kept."
        withAsterisk
        data={choices}
        allowDeselect={false}
        value={kind ?? null}
        onChange={(next) => onKind((next ?? 'other') as ReceiverInput['kind'])}
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
