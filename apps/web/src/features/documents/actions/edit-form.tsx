import { Textarea, TextInput } from '@mantine/core'
import { type Document, documents } from '@vialdesk/contract/documents'
import { useState } from 'react'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'

interface Props {
  document: Document
  onClose: () => void
}

/** Renames a document, notes something, or links it to a patient if it was sent to an address without account. */
export function EditForm({ document, onClose }: Props) {
  const { id, name, note } = document
  const edit = useFormCall('PATCH /api/v1/documents/{id}/')
  const initialValues = { name, note, patient: undefined as number | undefined }
  const form = useClosingForm(documents.edit.body, {
    initialValues,
    onClose,
    save: async (input) => {
      await edit({ params: { id }, body: changedFields<typeof input>(initialValues, input) })
      return 'The document was saved.'
    },
  })
  const [search, setSearch] = useState('')
  const patients = useAllPatientChoices(search)
  return (
    <Form {...form.formProps} label="Edit document">
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      {document.patient_desc === null && (
        <SearchSelect
          label="Patient"
          placeholder="Name, email or ID"
          {...patients}
          {...form.getInputProps('patient')}
          value={form.values.patient ?? null}
          chosenName={undefined}
          onSearch={setSearch}
          onChange={(patient) => form.setFieldValue('patient', patient ?? undefined)}
        />
      )}
      <Textarea label="Note" description="For admins only" autosize minRows={3} {...form.getInputProps('note')} />
      <FormFooter form={form} onClose={onClose}>
        Save
      </FormFooter>
    </Form>
  )
}
