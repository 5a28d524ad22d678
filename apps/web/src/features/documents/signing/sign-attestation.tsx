import { Alert, Button, Loader, Stack } from '@mantine/core'
import { IconCheck, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { STAFF_OUTSIDE } from '@vialdesk/contract/documents/documents'
import { useState } from 'react'
import { useCenterTemplate } from '#web/entities/document/use-center-template.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SignInFrame, SigningModal } from './sign-in-frame.tsx'

interface Signer {
  id: number
  username?: string | undefined
  email?: string | undefined
}

function Attestation({ signer }: { signer: Signer }) {
  const { id, username = '', email = '' } = signer
  const { mutate, variables, isPending, error, data } = useCenterTemplate()
  const open = () =>
    request('POST /api/v1/boldsign/create-document/get-embed-link/', { body: { name: username, userId: id, email } })
  return (
    <Stack gap="sm">
      {isPending && (
        <Alert color="blue" role="status" icon={<Loader size={16} aria-hidden />}>
          Saving your signed attestation…
        </Alert>
      )}
      {data && (
        <Alert color="green" role="status" icon={<IconCheck size={18} />}>
          Your attestation is signed. Your patients sign your own document as soon as it is prepared.
        </Alert>
      )}
      {error && variables && (
        <FailedScreen
          inline
          title="Your signature is stored, but your template is not ready"
          message={errorMessage(error)}
          onRetry={() => mutate(variables)}
        />
      )}
      <SignInFrame open={open} onCompleted={(documentId) => mutate({ body: { documentId, signedBy: email } })} />
    </Stack>
  )
}

/** A center signs its attestation, which becomes the template for its patients. The page reloads when the dialog closes. */
export function SignAttestation({ signer }: { signer: Signer }) {
  const [opened, setOpened] = useState(false)
  // An admin in the account of a center cannot sign for it.
  const isForeign = useQuery(apiQuery('GET /auth/session/')).data?.kind === 'impersonation'
  const isOutside = useSession()?.role === 'hc_staff'
  const reason = isOutside ? STAFF_OUTSIDE : isForeign && 'Only the center or its staff can sign it.'
  return (
    <Section title="Attestation" lead={reason || 'Sign it once. Your patients then sign a document of your own.'}>
      <Button leftSection={<IconSignature size={16} stroke={1.6} />} onClick={() => setOpened(true)} disabled={!!reason}>
        Sign Attestation Document
      </Button>
      <SigningModal opened={opened} onClose={() => location.reload()} title="Sign Attestation Document">
        <Attestation signer={signer} />
      </SigningModal>
    </Section>
  )
}
