import { Alert, Button, Group, Input, Text, TextInput } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import {
  LABEL_SAVED,
  LABEL_SAVED_AND_SENT,
  LabelEdit,
  type LabelRequest,
  MAX_LABEL_BYTES,
  NOTIFICATION_FAILED,
  SEND_CONFIRMATION,
} from '@vialdesk/contract/care/label-requests'
import { useRef, useState } from 'react'
import { LABEL_COLUMN, OpenLabelLink } from '#web/entities/label/label-link.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FileDrop, pdfFile } from '#web/ui/forms/file-drop.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

/** As specified. */
const CLOSES_AFTER_MS = 2000

/** Saves the label and optionally notifies the center: one click sends one mail, even after retries. */
function useSaveLabel({ id, tracking_number, pdf_file }: LabelRequest, onSaving: Props['onSaving']) {
  const seen = useRef({ tracking_number, pdf_file })
  const edit = useFormCall('PATCH /api/v1/fedex-requests/{id}/')
  const notify = useFormCall('POST /api/v1/fedex-requests/send-notification/')
  return async (body: LabelEdit, click: string | undefined) => {
    onSaving()
    const given = await edit({ params: { id }, body: { ...body, seen: seen.current } })
    seen.current = { tracking_number: given.tracking_number, pdf_file: given.pdf_file }
    if (click === undefined) return LABEL_SAVED
    await notify({ body: { fedex_id: id, click } }).catch((error) => {
      showError(NOTIFICATION_FAILED)
      throw error
    })
    return LABEL_SAVED_AND_SENT
  }
}

interface Props {
  request: LabelRequest
  onClose: () => void
  /** From here on the form stays as it is, with its message. */
  onSaving: () => void
}

/** An admin enters a label manually. */
export function EditLabelForm({ request, onClose, onSaving }: Props) {
  const click = useRef<string>(undefined)
  const save = useSaveLabel(request, onSaving)
  const { tracking_number, tracking_link, pdf_file } = request
  const form = useClosingForm(LabelEdit, {
    initialValues: { tracking_number, tracking_link, pdf_file: pdf_file ?? undefined },
    onClose,
    closesAfterMs: CLOSES_AFTER_MS,
    save: (body) => save(body, click.current),
  })
  const [chosen, setChosen] = useState<string>()
  // A chosen file counts only after its upload succeeded.
  const upload = useUpload('POST /api/v1/fedex-requests/process-file/', {
    keepsScreen: true,
    inputOf: (file) => ({ body: { file, filename: file.name, type: 'fedexlabel' as const } }),
    onDone: ({ filename }, { name }) => {
      setChosen(name)
      form.setFieldValue('pdf_file', filename)
    },
  })
  const saveAndSend = async () => {
    const consequence = SEND_CONFIRMATION
    if (!(await confirm({ title: 'Send the notification?', consequence, verb: 'Save and Send' }))) return
    click.current = crypto.randomUUID()
    form.formProps.onSubmit()
  }
  const saveOnly: typeof form.formProps.onSubmit = (event) => {
    click.current = undefined
    form.formProps.onSubmit(event)
  }
  return (
    <Form {...form.formProps} onSubmit={saveOnly} label={LABEL_COLUMN}>
      <TextInput label="Tracking number" withAsterisk autoComplete="off" {...form.getInputProps('tracking_number')} />
      <TextInput
        label="Tracking link"
        withAsterisk
        type="url"
        autoComplete="off"
        placeholder="https://"
        {...form.getInputProps('tracking_link')}
      />
      <Input.Wrapper label={LABEL_COLUMN} labelElement="div" error={form.errors.pdf_file}>
        {(chosen ?? pdf_file) && (
          <Alert variant="light" color="gray" icon={<IconFileCheck size={18} />} mb="xs" role="note">
            {chosen ?? <OpenLabelLink id={request.id}>View current label</OpenLabelLink>}
          </Alert>
        )}
        <FileDrop
          label="Label PDF"
          {...pdfFile(MAX_LABEL_BYTES)}
          busy={upload.pending && 'Uploading…'}
          error={upload.error}
          onFile={upload.start}
          onReject={upload.setError}
        />
      </Input.Wrapper>
      {request.notification_sent && (
        <Text c="dimmed" size="sm">
          The center has been notified of the current label.
        </Text>
      )}
      <Group gap="xs">
        <SubmitButton busy={form.busy} disabled={upload.pending !== undefined}>
          Save
        </SubmitButton>
        <Button variant="light" disabled={form.busy || upload.pending !== undefined} onClick={() => void saveAndSend()}>
          Save and Send Notification
        </Button>
      </Group>
    </Form>
  )
}
