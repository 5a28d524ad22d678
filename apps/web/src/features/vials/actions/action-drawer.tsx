import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { VialMove, VialStorage } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { useId } from 'react'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import classes from '#web/features/vials/code-list.module.css'
import { CodeList } from '#web/features/vials/code-list.tsx'
import { NewEntryFields, useNewEntryForm } from '#web/features/vials/entries/entry-forms.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { type ActionFormProps, type ActionName, type ActionVial, consecutivePositions } from './vial-actions.ts'

const isInStock = ({ state }: ActionVial) => state === 'released' || state === 'held'

function Warning({ vials }: { vials: readonly ActionVial[] }) {
  const inStock = vials.filter(isInStock).length
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title="This cannot be undone">
      {inStock > 0
        ? `The number of available vials goes down by ${inStock}. The entries that added the vials are corrected.`
        : 'The counts do not change: these vials are not in stock.'}
    </Alert>
  )
}

/** Holds or disposes of vials, with a reason. */
function ReasonForm({ vials, to, onClose, onSaved }: ActionFormProps & { to: 'held' | 'disposed' }) {
  const move = useFormCall('POST /api/v1/vials/move/')
  const form = useClosingForm(VialMove, {
    initialValues: { vials: vials.map(({ id }) => id), to, reason: '' },
    onClose: onSaved,
    save: async (body) => (await move({ body })).message,
  })
  const isDisposal = to === 'disposed'
  return (
    <Form
      {...form.formProps}
      label={isDisposal ? 'Dispose of vials' : 'Hold vials'}
      verb={`${isDisposal ? 'Dispose of' : 'Hold'} ${vialCountText(vials.length)}`}
      onCancel={onClose}
      color={isDisposal ? 'red' : undefined}
    >
      {isDisposal && <Warning vials={vials} />}
      <TextInput
        label="Reason"
        description={
          isDisposal
            ? noteReachTexts.internal
            : `${noteReachTexts.internal}. Vials on hold count as available but cannot be shipped.`
        }
        withAsterisk
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </Form>
  )
}

/** Releases or ships the selected vials of one patient by adding a vial entry. */
function ReleaseOrShipForm({ vials, type, onClose, onSaved }: ActionFormProps & { type: 'added' | 'shipped' }) {
  const chosen = vials.map(({ id }) => id)
  const form = useNewEntryForm({ start: { user: vials[0]?.patient.id ?? 0, type, vials: chosen }, onClose: onSaved })
  const shipped = type === 'shipped'
  return (
    <Form
      {...form.formProps}
      label={shipped ? 'Ship vials' : 'Release vials'}
      verb={`${shipped ? 'Ship' : 'Release'} ${vialCountText(vials.length)}`}
      onCancel={onClose}
    >
      <Text c="dimmed">
        {shipped
          ? 'The selected vials leave the stock. The patient and the center are notified.'
          : 'The selected vials move into stock and count as available.'}
      </Text>
      <NewEntryFields form={form} />
    </Form>
  )
}

/** The common place of all vials; blank when they differ. */
const commonPlace = (vials: ActionFormProps['vials']) =>
  vials.every(({ place }) => place === vials[0]?.place) ? (vials[0]?.place ?? '') : ''

function useStoreForm({ vials, onSaved }: ActionFormProps) {
  const store = useFormCall('POST /api/v1/vials/store/')
  return useClosingForm(VialStorage, {
    initialValues: { place: commonPlace(vials), vials: vials.map(({ id, position = '' }) => ({ id, position })) },
    onClose: onSaved,
    save: async (body) => (await store({ body })).message,
  })
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
function StoreForm(props: ActionFormProps) {
  const form = useStoreForm(props)
  return (
    <Form {...form.formProps} label="Store vials" verb="Store" onCancel={props.onClose}>
      <TextInput
        label="Place"
        placeholder="Tank 2 · Rack 4 · Box 1"
        description="Leave blank to clear the location"
        data-autofocus
        {...form.getInputProps('place')}
      />
      <Positions vials={props.vials} form={form} />
    </Form>
  )
}

/** The action with its vials as selected at the start; the list behind may change. */
export interface StartedAction {
  name: Exclude<ActionName, 'quarantine' | 'resume'>
  vials: readonly ActionVial[]
}

const verbs = { release: 'Release', ship: 'Ship', hold: 'Hold', store: 'Store', dispose: 'Dispose of' }

function ActionForm({ name, ...form }: ActionFormProps & Pick<StartedAction, 'name'>) {
  if (name === 'release') return <ReleaseOrShipForm {...form} type="added" />
  if (name === 'ship') return <ReleaseOrShipForm {...form} type="shipped" />
  if (name === 'store') return <StoreForm {...form} />
  return <ReasonForm {...form} to={name === 'hold' ? 'held' : 'disposed'} />
}

interface Props {
  started: StartedAction | undefined
  onClose: () => void
  onSaved: () => void
}

/** The form of a vial action in a drawer. */
export const ActionDrawer = ({ started, onClose, onSaved }: Props) => (
  <DrawerOf of={started} onClose={onClose} title={({ name, vials }) => `${verbs[name]} ${vialCountText(vials.length)}`} asks>
    {(shown) => (
      <Stack gap="lg">
        {shown.name !== 'store' && <CodeList vials={shown.vials} />}
        <ActionForm {...shown} onClose={onClose} onSaved={onSaved} />
      </Stack>
    )}
  </DrawerOf>
)
