import { Modal, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Document, documents } from '@vialdesk/contract/documents/documents'
import { useEffect, useState } from 'react'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { SignDialog } from '#web/features/documents/signing/sign-dialog.tsx'
import { apiMutation } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'

/** A link for the signer. A new link of a guest ends the earlier ones, so it is made once for each opening of the dialog. */
function LinkToSign({ document: { id, recipients } }: { document: Document }) {
  const make = useMutation(apiMutation('POST /api/v1/documents/{id}/copy-link/', { handlesErrors: true }))
  const { mutate } = make
  useEffect(() => mutate({ params: { id } }), [mutate, id])
  const signer = recipients.find(({ status }) => status === 'sent' || status === 'viewed')
  const name = signer ? <bdi>{signer.name}</bdi> : 'the signer'
  if (make.error) return <FailedScreen inline message={readErrorMessage(make.error)} onRetry={() => mutate({ params: { id } })} />
  return (
    <Stack gap="sm">
      {make.data && (
        <Text c="dimmed">
          {make.data.needs_login ? (
            <>This link opens the document after {name} has logged in. The link in the email works without it.</>
          ) : (
            <>Give this link only to {name}: it opens the document for signing. Earlier links no longer work.</>
          )}
        </Text>
      )}
      {make.data ? <CopyField label="Link to sign" value={make.data.link} /> : <Skeleton h={58} aria-hidden />}
    </Stack>
  )
}

interface EditProps {
  document: Document
  onClose: () => void
}

/** Renames a document, notes something, or links it to a patient if it was sent to an address without account. */
function EditForm({ document, onClose }: EditProps) {
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
    <Form {...form.formProps} label="Edit document" verb="Save" onCancel={onClose}>
      <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      {document.patient_desc === null && (
        <SearchSelect
          label="Patient"
          placeholder="Name, email or ID"
          {...patients}
          {...form.getInputProps('patient')}
          chosenName={undefined}
          onSearch={setSearch}
          onChange={(patient) => form.setFieldValue('patient', patient ?? undefined)}
        />
      )}
      <Textarea label="Note" description="For admins only" minRows={3} {...form.getInputProps('note')} />
    </Form>
  )
}

interface ReasonProps {
  name: 'void' | 'hold'
  document: Document
  onClose: () => void
}

const VOID = {
  label: 'Void document',
  verb: 'Void document',
  color: 'red',
  consequence: 'The link to sign stops working. This cannot be undone; you can request a new signature.',
}
const HOLD = {
  label: 'Legal hold',
  verb: 'Put on legal hold',
  consequence: 'While on hold the document cannot be deleted or voided, and it is kept after its retention time.',
}
const END_HOLD = {
  label: 'Legal hold',
  verb: 'End legal hold',
  consequence: 'After the hold the document can be deleted from the lists again.',
}

/**
 * Revokes a pending document, with the reason that its signer reads; or puts a document on legal hold or ends the hold, with the reason in
 * the history.
 */
function ReasonForm({ name, document: { id, legal_hold }, onClose }: ReasonProps) {
  const revoke = useFormCall('POST /api/v1/documents/{id}/void/')
  const hold = useFormCall('POST /api/v1/documents/{id}/legal-hold/')
  const { consequence, ...texts } = name === 'void' ? VOID : legal_hold ? END_HOLD : HOLD
  const form = useClosingForm(documents.void.body, {
    initialValues: { reason: '' },
    onClose,
    save: async ({ reason }) => {
      if (name === 'hold') await hold({ params: { id }, body: { legal_hold: !legal_hold, reason } })
      else await revoke({ params: { id }, body: { reason } })
      if (name === 'void') return 'The document was revoked.'
      return legal_hold ? 'The legal hold has ended.' : 'The document is on legal hold.'
    },
  })
  return (
    <Form {...form.formProps} {...texts} onCancel={onClose}>
      <Text c="dimmed">{consequence}</Text>
      <Textarea label="Reason" withAsterisk data-autofocus {...form.getInputProps('reason')} />
    </Form>
  )
}

export interface OpenDialog {
  name: 'sign' | 'link' | 'void' | 'edit' | 'hold'
  document: Document
}

const titles = {
  sign: undefined,
  link: 'Copy link',
  void: 'Void document',
  edit: 'Edit document',
  hold: 'Legal hold',
}

function Content({ name, document, onClose }: OpenDialog & { onClose: () => void }) {
  if (name === 'void' || name === 'hold') return <ReasonForm name={name} document={document} onClose={onClose} />
  if (name === 'edit') return <EditForm document={document} onClose={onClose} />
  return <LinkToSign document={document} />
}

export function DocumentDialogs({ open, onClose }: { open: OpenDialog | undefined; onClose: () => void }) {
  const last = useLatestValue(open)
  const form = last?.name === 'sign' ? undefined : last
  return (
    <>
      <SignDialog document={open?.name === 'sign' ? open.document : undefined} onClose={onClose} />
      <Modal
        opened={open !== undefined && open.name !== 'sign'}
        onClose={onClose}
        title={form && titles[form.name]}
        closeOnClickOutside={form?.name === 'link'}
        centered
      >
        {form && <Content {...form} onClose={onClose} />}
      </Modal>
    </>
  )
}
