import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { VialStorage } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { useId } from 'react'
import classes from '#web/features/vials/code-list.module.css'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { consecutivePositions } from './consecutive-positions.ts'
import type { ActionFormProps } from './vial-actions.ts'

/** The common place of all vials; blank when they differ. */
const commonPlace = (vials: ActionFormProps['vials']) =>
  vials.every(({ place }) => place === vials[0]?.place) ? (vials[0]?.place ?? '') : ''

function useStoreForm({ vials, onSaved }: ActionFormProps) {
  const store = useFormCall('POST /api/v1/vials/store/')
  const form = useClosingForm(VialStorage, {
    initialValues: { place: commonPlace(vials), vials: vials.map(({ id, position = '' }) => ({ id, position })) },
    onClose: onSaved,
    save: async (body) => (await store({ body })).message,
  })
  return form
}

function Positions({ vials, form }: { vials: ActionFormProps['vials']; form: ReturnType<typeof useStoreForm> }) {
  const name = useId()
  const rows = form.getValues().vials
  const positions = consecutivePositions(rows[0]?.position ?? '', rows.length)
  const fillPositions = () =>
    form.setFieldValue(
      'vials',
      rows.map(({ id }, place) => ({ id, position: positions?.[place] ?? '' })),
    )
  return (
    <Stack gap="xs" role="group" aria-labelledby={name}>
      <Group justify="space-between" gap="xs" mih={30}>
        <Text id={name} fw={600}>
          Positions
        </Text>
        {vials.length > 1 && (
          <Button variant="subtle" size="compact-sm" disabled={!positions} onClick={fillPositions}>
            Fill positions in sequence
          </Button>
        )}
      </Group>
      {vials.map(({ id, code }, place) => (
        <Group key={id} gap="md" wrap="nowrap">
          <span className={classes.code}>{formatVialCode(code)}</span>
          <TextInput
            aria-label={`Position of ${formatVialCode(code)}`}
            placeholder={place === 0 ? 'A1' : undefined}
            flex={1}
            miw={0}
            {...form.getInputProps(`vials.${place}.position`)}
          />
        </Group>
      ))}
    </Stack>
  )
}

/** Sets the place of vials (freezer, shelf, box) and the position of each vial. */
export function StoreForm(props: ActionFormProps) {
  const form = useStoreForm(props)
  return (
    <Form {...form.formProps} label="Store vials">
      <TextInput
        label="Place"
        placeholder="Tank 2 · Rack 4 · Box 1"
        description="Leave blank to clear the location"
        data-autofocus
        {...form.getInputProps('place')}
      />
      <Positions vials={props.vials} form={form} />
      <FormFooter form={form} onClose={props.onClose}>
        Store
      </FormFooter>
    </Form>
  )
}
