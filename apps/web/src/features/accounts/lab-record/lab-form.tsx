import { Checkbox, Input, NumberInput, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import { NOT_EVALUATED } from '@vialdesk/contract/care/single-vials'
import type { User } from '@vialdesk/contract/people/accounts'
import { type LabFormat, labLabel, labRecordFields, labRecordKeys, SET_MANUALLY } from '@vialdesk/contract/people/lab-fields'
import { COUNTED_FROM_VIALS, hasVials, LabRecordEdit } from '@vialdesk/contract/people/patients'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { isDelayed } from '#web/entities/patient/lab-facts.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { estimatedReadyDate } from './ready-date.ts'

/** 1 is yes, 2 is no, null is not known. */
type YesNoValue = 1 | 2 | null

interface Props {
  label: string
  value: YesNoValue
  onChange: (value: YesNoValue) => void
  error?: ReactNode
  description?: ReactNode | undefined
}

const answers = [
  { value: '', label: 'Unknown' },
  { value: '1', label: 'Yes' },
  { value: '2', label: 'No' },
]
const answerValues = { '': null, '1': 1, '2': 2 } as const

function YesNoInput({ label, value, onChange, error, description }: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
      description={description}
      descriptionProps={{ mt: 6 }}
    >
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={answers}
        value={value === null ? '' : String(value)}
        onChange={(answer) => onChange(answerValues[answer as keyof typeof answerValues])}
      />
    </Input.Wrapper>
  )
}

type Field = keyof LabRecordEdit
type Values = Required<LabRecordEdit>

const fields = labRecordKeys.filter((field): field is Field => field in LabRecordEdit.shape)
const blanks: Record<LabFormat, unknown> = { day: null, yes_no: null, count: 0, flag: false, text: '' }
const initialValuesOf = (user: User) =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? blanks[labRecordFields[field].format]])) as Values

/** The delay is of interest when the estimated date has passed, or is later than the first one. */
const mayBeLate = ({ estimated_date_vials_ready_to_ship: estimated, delay_reason: reason }: Values, user: User) =>
  reason !== '' || (estimated !== null && estimated < today()) || isDelayed(estimated, user.promised_ready_date)

/** The server computes the estimated date unless it is set manually. */
function changesOf(start: Values, input: LabRecordEdit): LabRecordEdit {
  const { estimated_date_vials_ready_to_ship, ...rest } = changedFields<LabRecordEdit>(start, input)
  return input.estimated_date_manual
    ? { ...rest, estimated_date_vials_ready_to_ship: input.estimated_date_vials_ready_to_ship ?? null }
    : rest
}

function useLabForm(user: User, onClose: () => void) {
  const edit = useFormCall('PATCH /api/v1/users/{id}/')
  const [opened] = useState(user)
  const start = initialValuesOf(opened)
  return useClosingForm(LabRecordEdit, {
    initialValues: start,
    onClose,
    failed: 'Looks like something went wrong',
    save: async (input) => {
      const body = { ...changesOf(start, input), version: opened.version }
      return (await edit({ params: { id: opened.id }, body })).message
    },
  })
}

type LabFormState = ReturnType<typeof useLabForm>

interface PartProps {
  form: LabFormState
  user: User
}

/** Follows the received date until it is set by hand. */
function EstimatedDate({ form }: PartProps) {
  const { estimated_date_manual: manual, estimated_date_vials_ready_to_ship: estimated } = form.getValues()
  const setManual = (on: boolean) => {
    form.setFieldValue('estimated_date_manual', on)
    if (on) return
    form.setFieldValue('estimated_date_vials_ready_to_ship', estimatedReadyDate(form.getValues().date_adipose_received_by_lab))
  }
  return (
    <div>
      <DayInput
        label={labLabel('estimated_date_vials_ready_to_ship')}
        readOnly={!manual}
        {...form.getInputProps('estimated_date_vials_ready_to_ship')}
        value={estimated}
      />
      <Checkbox
        mt={8}
        label={SET_MANUALLY}
        description={manual ? undefined : '70 days after the lab received the tissue'}
        checked={manual}
        onChange={(event) => setManual(event.currentTarget.checked)}
      />
    </div>
  )
}

function ReceivedDate({ form }: PartProps) {
  const received = (day: string | null) => {
    form.setFieldValue('date_adipose_received_by_lab', day)
    if (!form.getValues().estimated_date_manual) form.setFieldValue('estimated_date_vials_ready_to_ship', estimatedReadyDate(day))
  }
  const props = form.getInputProps('date_adipose_received_by_lab')
  return <DayInput label={labLabel('date_adipose_received_by_lab')} maxDate={today()} {...props} onChange={received} />
}

function DelayReason({ form, user }: PartProps) {
  if (!mayBeLate(form.getValues(), user)) return null
  return (
    <TextInput
      label={labLabel('delay_reason')}
      description={noteReachTexts.visible}
      maxLength={200}
      {...form.getInputProps('delay_reason')}
      style={{ gridColumn: '1 / -1' }}
    />
  )
}

/** The fields whose input depends on another one. */
const special: { [Name in Field]?: ComponentType<PartProps> } = {
  estimated_date_vials_ready_to_ship: EstimatedDate,
  // Part of the estimated date.
  estimated_date_manual: () => null,
  date_adipose_received_by_lab: ReceivedDate,
  delay_reason: DelayReason,
}

const descriptions: { [Name in Field]?: string } = {
  infectious_testing_complete: `Until then, vial labels say ‘${NOT_EVALUATED}’.`,
}

/** The input of any other field, by its format. */
function LabInput({ name, form, user }: PartProps & { name: Field }) {
  const field = labRecordFields[name]
  const common = { label: field.label, description: descriptions[name] }
  const props = form.getInputProps(name)
  if (field.format === 'day') return <DayInput {...common} {...('past' in field && { maxDate: today() })} {...props} />
  if (field.format === 'yes_no') {
    const value = form.getValues()[name] as YesNoValue
    return <YesNoInput {...common} value={value} onChange={(yes) => form.setFieldValue(name, yes)} error={form.errors[name]} />
  }
  if (field.format === 'text') return <TextInput {...common} {...props} />
  const counted =
    field.group === 'vials' && hasVials(user) ? { readOnly: true, variant: 'filled', description: COUNTED_FROM_VIALS } : {}
  return <NumberInput {...common} min={0} allowDecimal={false} allowNegative={false} {...props} {...counted} />
}

export function LabForm({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useLabForm(user, onClose)
  return (
    <Form {...form.formProps} label="Edit lab record" verb="Save" onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {fields.map((name) => {
          const Input = special[name]
          return Input ? (
            <Input key={name} form={form} user={user} />
          ) : (
            <LabInput key={name} name={name} form={form} user={user} />
          )
        })}
      </SimpleGrid>
    </Form>
  )
}
