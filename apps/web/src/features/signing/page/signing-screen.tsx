import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { SigningDocument } from '@vialdesk/contract/documents/signing'
import { useEffect, useState } from 'react'
import { postSigningEvent, type SigningEvent } from '#web/entities/document/signing-messages.ts'
import { useIdleCountdown } from '#web/lib/account/use-idle-countdown.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { ConsentStep } from './consent-step.tsx'
import { EndedPage, FailedPage, hasEnded, IdlePage } from './ended-pages.tsx'
import { FinishedStep } from './finished-step.tsx'
import { SignStep } from './sign-step.tsx'
import classes from './signing-screen.module.css'
import { useSessionSecret, useSigningDocument } from './use-signing.ts'

/** Closes a document that nobody looks at, after a warning: health data must not stay on an unattended screen. */
function IdleGuard({ onIdle }: { onIdle: () => void }) {
  const { left, stay } = useIdleCountdown(portal().session.idle_minutes, onIdle)
  return (
    <Modal opened={left !== undefined} onClose={stay} title="Are you still there?" centered size="sm" withCloseButton={false}>
      <Text c="dimmed">
        To protect health information, this document closes in <strong className="figures">{left ?? 0}</strong>{' '}
        {left === 1 ? 'second' : 'seconds'}. What you entered will be lost.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={stay} data-autofocus>
          Continue
        </Button>
      </Group>
    </Modal>
  )
}

/** Tells the page around the frame about a change of the state. */
function usePosted(type: SigningEvent | undefined, documentId: string): void {
  useEffect(() => {
    if (type) postSigningEvent(type, documentId)
  }, [type, documentId])
}

function eventOf(document: SigningDocument | undefined, error: Error | null): SigningEvent | undefined {
  if (!document) return error ? (hasEnded(error) ? 'expired' : 'error') : undefined
  if (document.state === 'signed' || document.status === 'Completed') return 'completed'
  if (document.status === 'Declined') return 'declined'
  return document.status === 'Pending' ? 'loaded' : 'expired'
}

const Opening = () => (
  <Delayed>
    <Stack p="md" gap="md" role="status" aria-label="Opening the document…">
      <Skeleton h={20} w="50%" />
      <Skeleton h={420} />
    </Stack>
  </Delayed>
)

function Step({ secret, document }: { secret: string; document: SigningDocument }) {
  const { state, status } = document
  // A document may end otherwise after this signer has signed.
  if (status !== 'Pending' && status !== 'Completed') return <EndedPage document={document} status={status} />
  if (state === 'signed' || status === 'Completed') return <FinishedStep secret={secret} document={document} />
  return (
    <div className={classes.screen}>
      {state === 'consent' ? (
        <ConsentStep secret={secret} document={document} />
      ) : (
        <SignStep secret={secret} document={document} />
      )}
    </div>
  )
}

function Session({ secret }: { secret: string }) {
  const { data: document, error, refetch, isFetching } = useSigningDocument(secret)
  const [isIdle, setIdle] = useState(false)
  const documentId = document?.document_id ?? ''
  usePosted(isIdle ? 'expired' : eventOf(document, error), documentId)
  if (isIdle) return <IdlePage documentId={documentId} />
  if (!document) return error ? <FailedPage error={error} busy={isFetching} onRetry={() => void refetch()} /> : <Opening />
  return (
    <>
      <Step secret={secret} document={document} />
      <IdleGuard onIdle={() => setIdle(true)} />
    </>
  )
}

/** The signing page of the portal's own engine, in a frame of 600 pixels or on a phone. */
export function SigningScreen() {
  const secret = useSessionSecret()
  return secret ? <Session secret={secret} /> : <FailedPage />
}
