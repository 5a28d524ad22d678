import { Alert, Input, Select, Text, Textarea, TextInput } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { type DocumentGroup, documentGroups, documentNames } from '@vialdesk/contract/documents/document-groups'
import {
  groupOfTitle,
  MAX_PDF_BYTES,
  NewTemplate,
  TEMPLATE_ADDED,
  TEMPLATE_FAILED,
  type TemplateType,
} from '@vialdesk/contract/documents/templates'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { FileDrop, pdfFile } from '#web/ui/forms/file-drop.tsx'
import { Form } from '#web/ui/forms/form.tsx'

/** As specified, like the next one. */
const FAILURE_MS = 4000
const CLOSES_AFTER_MS = 2000
const groups = documentGroups.map((group) => ({ value: group, label: documentNames[group] }))

interface FormProps {
  type: TemplateType
  onClose: () => void
}

function useAddTemplate(type: TemplateType, onClose: () => void) {
  const add = useFormCall('POST /domain/file-signs/')
  return useClosingForm(NewTemplate, {
    initialValues: {
      ...{ title: '', description: '', document_message: '', type },
      file: undefined as File | undefined,
      /** Undefined: suggested by the title. */
      group: undefined as DocumentGroup | undefined,
    },
    failureMs: FAILURE_MS,
    closesAfterMs: CLOSES_AFTER_MS,
    save: async (body) => {
      const suggested = type === 2 ? { group: body.group ?? groupOfTitle(body.title) } : {}
      const { message } = await add({ body: { ...body, ...suggested } }).catch((error) => {
        showError(TEMPLATE_FAILED)
        throw error
      })
      return message
    },
    onClose: () => {
      showSuccess(TEMPLATE_ADDED)
      onClose()
    },
  })
}

/** The chosen PDF. Its error has to be found by the summary of the form, so it is at the path of the field. */
function FileField({ form }: { form: ReturnType<typeof useAddTemplate> }) {
  const { file } = form.getValues()
  return (
    <Input.Wrapper label="File" labelElement="div" withAsterisk data-path="file">
      {file && (
        <Alert variant="light" color="gray" icon={<IconFileCheck size={18} />} my="xs" role="note">
          <bdi>{file.name}</bdi>, {formatBytes(file.size)}
        </Alert>
      )}
      <FileDrop
        label="File"
        {...pdfFile(MAX_PDF_BYTES)}
        error={form.errors.file}
        onFile={(chosen) => form.setFieldValue('file', chosen)}
        onReject={(sentence) => form.setFieldError('file', sentence)}
      />
      <Text size="sm" c="dimmed" mt={6}>
        Text such as {'{{signature}}'} or {'{{date_signed}}'} in the PDF becomes a field. You can add all other fields in the
        editor.
      </Text>
    </Input.Wrapper>
  )
}

export function AddTemplateForm({ type, onClose }: FormProps) {
  const form = useAddTemplate(type, onClose)
  const { title, group } = form.getValues()
  return (
    <Form {...form.formProps} label="New template" verb="Add Template" onCancel={onClose}>
      <TextInput label="Title" withAsterisk autoComplete="off" data-autofocus {...form.getInputProps('title')} />
      <TextInput label="Description" withAsterisk autoComplete="off" {...form.getInputProps('description')} />
      {type === 2 && (
        <Select
          label="Document"
          description="Patients sign one document of each kind."
          withAsterisk
          data={groups}
          allowDeselect={false}
          {...form.getInputProps('group')}
          value={group ?? groupOfTitle(title)}
        />
      )}
      <Textarea
        label="Document message"
        description="The signer reads it in the email and before the document opens."
        withAsterisk
        maxRows={6}
        {...form.getInputProps('document_message')}
      />
      <FileField form={form} />
      <Text role="status" c="dimmed" display={form.busy ? undefined : 'none'}>
        {form.busy && 'processing your request...'}
      </Text>
    </Form>
  )
}
