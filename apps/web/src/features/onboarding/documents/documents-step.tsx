import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { DocumentTemplate, Signed } from './documents-to-sign.ts'
import type { DocumentsToSign } from './use-documents-to-sign.ts'

export interface SigningProps {
  template: DocumentTemplate
  /** Name and email of the person who signs. */
  signer: { name: string; email: string }
  onSigned: (document: Signed) => void
}

/** The signing frame, provided by the page because signing is another feature. */
export type SigningComponent = ComponentType<SigningProps>

function SigningUnavailable() {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
      There was a problem processing this document.
    </Alert>
  )
}

interface Props {
  documents: DocumentsToSign
  template: DocumentTemplate
  signer: SigningProps['signer']
  signing: SigningComponent | undefined
  busy: boolean
}

/** One document to sign. Next is disabled until it is signed; the last step submits the form. */
export function DocumentsStep({ documents, template, signer, signing: SigningFrame = SigningUnavailable, busy }: Props) {
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
        {isSigned ? (
          <Alert color="green" role="status" icon={<IconCheck size={18} />}>
            This document is signed.
          </Alert>
        ) : (
          <SigningFrame key={template.template_id} template={template} signer={signer} onSigned={documents.sign} />
        )}
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
