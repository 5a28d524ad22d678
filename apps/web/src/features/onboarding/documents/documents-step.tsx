import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { DocumentsToSign, DocumentTemplate, Signed, Signer } from './use-documents-to-sign.ts'

export interface SigningProps {
  template: DocumentTemplate
  signer: Signer
  /** The document that this step created before. */
  documentId: string | undefined
  onCreated: (documentId: string) => void
  onSigned: (document: Signed) => void
}

/** Signs one document, provided by the page because signing is another feature. */
export type SigningComponent = ComponentType<SigningProps>

interface Props {
  documents: DocumentsToSign
  template: DocumentTemplate
  signer: Signer
  signing: SigningComponent
  busy: boolean
}

/** The frame stays after the signature: the signer can download the copy there. It does not open again for a signed document. */
function DocumentToSign({ documents, template, signer, signing: Signing }: Omit<Props, 'busy'>) {
  const { isSigned, isOutdated } = documents
  const [wasSigned] = useState(isSigned)
  return (
    <Stack gap="md">
      <div role="status">
        {isSigned && (
          <Alert color="green" icon={<IconCheck size={18} />}>
            This document is signed.
          </Alert>
        )}
        {isOutdated && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
            You signed this document with another name or email. Please sign it again.
          </Alert>
        )}
      </div>
      {!wasSigned && (
        <Signing
          template={template}
          signer={signer}
          documentId={documents.createdFor(signer)}
          onCreated={(documentId) => documents.keepCreated(signer, documentId)}
          onSigned={documents.sign}
        />
      )}
    </Stack>
  )
}

/** One document to sign. Next is disabled until it is signed; the last step submits the form. */
export function DocumentsStep({ busy, ...toSign }: Props) {
  const { documents, template } = toSign
  const { number, total, isSigned, isLast } = documents
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600} mb={6} aria-live="polite">
          Documents to Sign {number}/{total}
        </Text>
        <Progress value={((number - (isSigned ? 0 : 1)) / total) * 100} aria-label="Documents signed" />
      </div>
      <Section title={template.title}>
        <DocumentToSign key={template.template_id} {...toSign} />
      </Section>
      <Group justify="space-between">
        <Button variant="default" onClick={documents.back} disabled={busy}>
          Back
        </Button>
        {!isLast && (
          <Button type="submit" disabled={!isSigned}>
            Next
          </Button>
        )}
        {isLast && isSigned && <SubmitButton busy={busy}>Submit</SubmitButton>}
      </Group>
    </Stack>
  )
}
