import { Checkbox, NumberInput, type NumberInputProps, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '@vialdesk/contract/accounts'
import { COUNTED_FROM_VIALS, hasVials, LabRecordEdit } from '@vialdesk/contract/patients'
import { NOT_EVALUATED } from '@vialdesk/contract/single-vials'
import { useState } from 'react'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { apiMutation } from '#web/lib/api/api.ts'
import { today } from '#web/lib/format/dates.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { estimatedReadyDate, isDelayed } from './ready-date.ts'
import { YesNoInput } from './yes-no-input.tsx'

const initialValuesOf = (user: User) => ({
  date_adipose_shipped_to_lab: user.date_adipose_shipped_to_lab ?? null,
  date_adipose_received_by_lab: user.date_adipose_received_by_lab ?? null,
  estimated_date_vials_ready_to_ship: user.estimated_date_vials_ready_to_ship ?? null,
  estimated_date_manual: user.estimated_date_manual ?? false,
  date_vials_ready_to_ship: user.date_vials_ready_to_ship ?? null,
  number_times_qc_done: user.number_times_qc_done ?? 0,
  stemcell_plating_initiated_date: user.stemcell_plating_initiated_date ?? null,
  stemcell_plating_successful: user.stemcell_plating_successful ?? null,
  hla_typing_test: user.hla_typing_test ?? null,
  infectious_testing_complete: user.infectious_testing_complete ?? null,
  vials_preparation: user.vials_preparation ?? 0,
  vials_ready_ship: user.vials_ready_ship ?? 0,
  delay_reason: user.delay_reason ?? '',
})
type Values = ReturnType<typeof initialValuesOf>
type DayField =
  | 'date_adipose_shipped_to_lab'
  | 'date_adipose_received_by_lab'
  | 'stemcell_plating_initiated_date'
  | 'date_vials_ready_to_ship'
type CountField = 'number_times_qc_done' | 'vials_preparation' | 'vials_ready_ship'

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
  const edit = useMutation({ ...apiMutation('PATCH /api/v1/users/{id}/'), meta: { handlesErrors: true } })
  const [opened] = useState(user)
  const start = initialValuesOf(opened)
  return useClosingForm(LabRecordEdit, {
    initialValues: start,
    onClose,
    failed: 'Looks like something went wrong',
    save: async (input) => {
      const body = { ...changesOf(start, input), version: opened.version }
      return (await edit.mutateAsync({ params: { id: opened.id }, body })).message
    },
  })
}

type LabFormState = ReturnType<typeof useLabForm>

function Dates({ form, user }: { form: LabFormState; user: User }) {
  const { estimated_date_manual: manual, estimated_date_vials_ready_to_ship: estimated } = form.getValues()
  const dayField = (name: DayField) => ({ maxDate: today(), ...form.getInputProps(name) })
  const received = (day: string | null) => {
    form.setFieldValue('date_adipose_received_by_lab', day)
    if (!manual) form.setFieldValue('estimated_date_vials_ready_to_ship', estimatedReadyDate(day))
  }
  const setManual = (on: boolean) => {
    form.setFieldValue('estimated_date_manual', on)
    if (on) return
    form.setFieldValue('estimated_date_vials_ready_to_ship', estimatedReadyDate(form.getValues().date_adipose_received_by_lab))
  }
  return (
    <>
      <DayInput label="Tissue shipped to lab" {...dayField('date_adipose_shipped_to_lab')} />
      <DayInput label="Tissue received by lab" {...dayField('date_adipose_received_by_lab')} onChange={received} />
      <div>
        <DayInput
          label="Estimated ready date"
          readOnly={!manual}
          {...form.getInputProps('estimated_date_vials_ready_to_ship')}
          value={estimated}
        />
        <Checkbox
          mt={8}
          label="Set date manually"
          description={manual ? undefined : '70 days after the lab received the tissue'}
          checked={manual}
          onChange={(event) => setManual(event.currentTarget.checked)}
        />
      </div>
      <DayInput label="Date vials ready to ship" {...dayField('date_vials_ready_to_ship')} />
      {mayBeLate(form.getValues(), user) && (
        <TextInput
          label="Reason for the delay"
          description={noteReachTexts.visible}
          maxLength={200}
          {...form.getInputProps('delay_reason')}
          style={{ gridColumn: '1 / -1' }}
        />
      )}
    </>
  )
}

function Processing({ form, user }: { form: LabFormState; user: User }) {
  const count = (name: CountField, label: string, more: NumberInputProps = {}) => (
    <NumberInput label={label} min={0} allowDecimal={false} allowNegative={false} {...form.getInputProps(name)} {...more} />
  )
  const values = form.getValues()
  const counted = hasVials(user) ? { readOnly: true, variant: 'filled', description: COUNTED_FROM_VIALS } : {}
  return (
    <>
      <DayInput label="Plating initiated" maxDate={today()} {...form.getInputProps('stemcell_plating_initiated_date')} />
      <YesNoInput
        label="Plating successful"
        value={values.stemcell_plating_successful}
        onChange={(value) => form.setFieldValue('stemcell_plating_successful', value)}
        error={form.errors.stemcell_plating_successful}
      />
      {count('number_times_qc_done', 'Quality checks')}
      <YesNoInput
        label="HLA typing test"
        value={values.hla_typing_test}
        onChange={(value) => form.setFieldValue('hla_typing_test', value)}
        error={form.errors.hla_typing_test}
      />
      {count('vials_preparation', 'Vials in preparation', counted)}
      {count('vials_ready_ship', 'Vials ready to ship', counted)}
      <YesNoInput
        label="Infectious disease testing complete"
        description={`Until then, vial labels say ‘${NOT_EVALUATED}’.`}
        value={values.infectious_testing_complete}
        onChange={(value) => form.setFieldValue('infectious_testing_complete', value)}
        error={form.errors.infectious_testing_complete}
      />
    </>
  )
}

export function LabForm({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useLabForm(user, onClose)
  return (
    <Form {...form.formProps} label="Edit lab record">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <Dates form={form} user={user} />
        <Processing form={form} user={user} />
      </SimpleGrid>
      <FormFooter form={form} onClose={onClose}>
        Save
      </FormFooter>
    </Form>
  )
}
