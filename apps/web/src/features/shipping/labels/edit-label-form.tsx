import { Alert, Anchor, Button, Group, Input, Text, TextInput } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import {
  LABEL_SAVED,
  LABEL_SAVED_AND_SENT,
  LabelEdit,
  type LabelRequest,
  MAX_LABEL_BYTES,
  NOTIFICATION_FAILED,
  SEND_CONFIRMATION,
} from '@vialdesk/contract/label-requests'
import { useRef, useState } from 'react'
import { LABEL_COLUMN } from '#web/entities/label/label-column.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

/** As specified. */
const CLOSES_AFTER_MS = 2000

/** The server's message for the file is more exact than the message for the call. */
const uploadError = (error: unknown) => (error instanceof ApiError && error.errors.file?.join(' ')) || errorMessage(error)

/** A chosen file counts only after its upload succeeded. */
function useLabelUpload(onUploaded: (name: string) => void) {
  const [error, setError] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const upload = useMutation({
    ...apiMutation('POST /api/v1/fedex-requests/process-file/'),
    meta: { handlesErrors: true, keepsScreen: true },
    onSuccess: ({ filename }, { body }) => {
      setChosen(body.filename)
      onUploaded(filename)
    },
    onError: (error) => setError(uploadError(error)),
  })
  const start = (file: File) => {
    setError(undefined)
    upload.mutate({ body: { file, filename: file.name, type: 'fedexlabel' } })
  }
  return { start, chosen, error, setError, busy: upload.isPending }
}

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
  onOpen: (request: number) => void
  onClose: () => void
  /** From here on the form stays as it is, with its message. */
  onSaving: () => void
}

/** An admin enters a label manually. */
export function EditLabelForm({ request, onOpen, onClose, onSaving }: Props) {
  const click = useRef<string>(undefined)
  const save = useSaveLabel(request, onSaving)
  const { tracking_number, tracking_link, pdf_file } = request
  const form = useClosingForm(LabelEdit, {
    initialValues: { tracking_number, tracking_link, pdf_file: pdf_file ?? undefined },
    onClose,
    closesAfterMs: CLOSES_AFTER_MS,
    save: (body) => save(body, click.current),
  })
  const upload = useLabelUpload((name) => form.setFieldValue('pdf_file', name))
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
        {(upload.chosen ?? pdf_file) && (
          <Alert variant="light" color="gray" icon={<IconFileCheck size={18} />} mb="xs" role="note">
            {upload.chosen ?? (
              <Anchor component="button" type="button" inherit onClick={() => onOpen(request.id)}>
                View current label
              </Anchor>
            )}
          </Alert>
        )}
        <FileDrop
          label="Label PDF"
          hint="PDF, up to 5 MB"
          accept={['application/pdf']}
          maxBytes={MAX_LABEL_BYTES}
          busy={upload.busy ? 'Uploading…' : undefined}
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
        <SubmitButton busy={form.busy} disabled={upload.busy}>
          Save
        </SubmitButton>
        <Button variant="light" disabled={form.busy || upload.busy} onClick={() => void saveAndSend()}>
          Save and Send Notification
        </Button>
      </Group>
    </Form>
  )
}
