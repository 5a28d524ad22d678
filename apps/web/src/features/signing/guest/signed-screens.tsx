import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SIGNING_FAILED } from '@vialdesk/contract/documents'
import { type ReactNode, useEffect } from 'react'
import { markSigningComplete } from '#web/entities/document/signing-marker.ts'
import { useCenterTemplate } from '#web/entities/document/use-center-template.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { readErrorMessage } from '#web/lib/format/error-message.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { session, useSession } from '#web/lib/session/session.ts'
import { Message } from './message.tsx'
import { PlainPage } from './plain-page.tsx'

/** Sets the marker for which a sign-up or another page of this browser waits. */
function useMarker(documentId: string | undefined, isSigned = true): void {
  useEffect(() => {
    if (isSigned) markSigningComplete(documentId)
  }, [documentId, isSigned])
}

function ThankYou({ children }: { children: ReactNode }) {
  const viewer = useSession()
  return (
    <Message
      icon={IconCircleCheck}
      color="green"
      title="Thank you. Your document is signed."
      actions={
        !isInFrame() &&
        viewer && (
          <Button component={Link} to={homePath(viewer)}>
            Go to the dashboard
          </Button>
        )
      }
    >
      {children}
    </Message>
  )
}

const COPY_FOLLOWS = 'A copy is sent to you by email when everybody has signed.'
const canClose = () => (isInFrame() ? '' : ' You can close this page.')

export function SignedScreen({ documentId }: { documentId: string | undefined }) {
  useMarker(documentId)
  return (
    <PlainPage>
      <ThankYou>
        {COPY_FOLLOWS}
        {canClose()}
      </ThankYou>
    </PlainPage>
  )
}

/** For links in emails: nothing is asked. */
export function PatientSignedFromEmailScreen() {
  useMarker(undefined)
  return (
    <PlainPage>
      <ThankYou>
        {COPY_FOLLOWS}
        {canClose()}
      </ThankYou>
    </PlainPage>
  )
}

const Waiting = ({ children }: { children: string }) => (
  <Stack align="center" gap="sm" py="xl" role="status">
    <Loader aria-hidden />
    <Text c="dimmed">{children}</Text>
  </Stack>
)

const Problem = ({ error, onRetry }: { error?: Error; onRetry?: () => void }) => (
  <Message
    icon={IconAlertTriangle}
    color="red"
    title={SIGNING_FAILED}
    isFailure
    actions={
      onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          Try again
        </Button>
      )
    }
  >
    {error && readErrorMessage(error)}
  </Message>
)

function CheckedPatientDocument({ documentId }: { documentId: string }) {
  const check = useMutation({
    ...apiMutation('POST /api/v1/documents/patient-signed-document/', { asGuest: true }),
    meta: { handlesErrors: true, keepsScreen: true },
  })
  const { mutate, data, error } = check
  useEffect(() => mutate({ body: { documentId } }), [mutate, documentId])
  useMarker(documentId, data !== undefined)
  if (error) return <Problem error={error} onRetry={() => mutate({ body: { documentId } })} />
  if (!data) return <Waiting>Checking your signature…</Waiting>
  return (
    <ThankYou>
      {data.status === 'Completed' ? 'A copy is sent to you by email.' : COPY_FOLLOWS}
      {canClose()}
    </ThankYou>
  )
}

/** The portal asks whether the document is signed, and then thanks the patient. */
export function PatientSignedScreen({ documentId }: { documentId: string | undefined }) {
  return <PlainPage>{documentId ? <CheckedPatientDocument documentId={documentId} /> : <Problem />}</PlainPage>
}

/** Makes the template of the signed-in center. A document that makes no template is signed all the same. */
function CenterDocument({ documentId, signedBy }: { documentId: string; signedBy: string | undefined }) {
  const { mutate, status } = useCenterTemplate()
  useEffect(() => mutate({ body: { documentId, ...(signedBy && { signedBy }) } }), [mutate, documentId, signedBy])
  if (status === 'pending' || status === 'idle') return <Waiting>Preparing your documents…</Waiting>
  return (
    <ThankYou>
      {COPY_FOLLOWS}
      {canClose()}
    </ThankYou>
  )
}

const makesTemplate = () => {
  const role = session()?.role
  return role === 'harvest_center' || role === 'hc_staff'
}

export function CenterSignedScreen({ documentId, signedBy }: { documentId: string | undefined; signedBy: string | undefined }) {
  useMarker(documentId)
  return (
    <PlainPage>
      {documentId && makesTemplate() ? (
        <CenterDocument documentId={documentId} signedBy={signedBy} />
      ) : (
        <ThankYou>
          {COPY_FOLLOWS}
          {canClose()}
        </ThankYou>
      )}
    </PlainPage>
  )
}
