import { Text, Textarea } from '@mantine/core'
import { type Document, documents } from '@vialdesk/contract/documents'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'

interface Props {
  document: Document
  onClose: () => void
}

/** Revokes a pending document, with the reason that its signer reads. */
export function VoidForm({ document: { id }, onClose }: Props) {
  const revoke = useFormCall('POST /api/v1/documents/{id}/void/')
  const form = useClosingForm(documents.void.body, {
    initialValues: { reason: '' },
    onClose,
    save: async (body) => {
      await revoke({ params: { id }, body })
      return 'The document was revoked.'
    },
  })
  return (
    <Form {...form.formProps} label="Void document">
      <Text c="dimmed">The link to sign stops working. This cannot be undone; you can request a new signature.</Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} data-autofocus {...form.getInputProps('reason')} />
      <FormFooter form={form} onClose={onClose} color="red">
        Void document
      </FormFooter>
    </Form>
  )
}

/** Puts a document on legal hold, or ends the hold. The reason is in the history. */
export function HoldForm({ document: { id, legal_hold }, onClose }: Props) {
  const hold = useFormCall('POST /api/v1/documents/{id}/legal-hold/')
  const form = useClosingForm(documents.hold.body, {
    initialValues: { legal_hold: !legal_hold, reason: '' },
    onClose,
    save: async (body) => {
      const after = await hold({ params: { id }, body })
      return after.legal_hold ? 'The document is on legal hold.' : 'The legal hold has ended.'
    },
  })
  return (
    <Form {...form.formProps} label="Legal hold">
      <Text c="dimmed">
        {legal_hold
          ? 'After the hold the document can be deleted from the lists again.'
          : 'While on hold the document cannot be deleted or voided, and it is kept after its retention time.'}
      </Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} data-autofocus {...form.getInputProps('reason')} />
      <FormFooter form={form} onClose={onClose}>
        {legal_hold ? 'End legal hold' : 'Put on legal hold'}
      </FormFooter>
    </Form>
  )
}
