import { Alert, Button, Group, Skeleton, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SigningFrame } from '#web/entities/document/signing-frame.tsx'
import { markSigningComplete } from '#web/entities/document/signing-marker.ts'
import { request } from '#web/lib/api/request.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { loginPath } from '#web/lib/session/redirect.ts'
import { session } from '#web/lib/session/session.ts'
import { forgetMailedSecret, mailedSecret, takeMailedSecret } from './mailed-secret.ts'
import { AtSender, hasCode, isOfAnother, LinkOver, LogOutButton, Message, Problem, RetryButton } from './message.tsx'
import { DocumentPage } from './plain-page.tsx'

const CALL = 'POST /api/v1/signing/link/'

/** A link that opens the document in the frame. Each link ends the earlier one, so it is fetched on request only. */
function useSigningLink(documentId: string, isAllowed: boolean) {
  return useQuery({
    queryKey: [CALL, documentId],
    queryFn: ({ signal }) => {
      const secret = mailedSecret(documentId)
      const body = { document_id: documentId, ...(secret !== undefined && { secret }) }
      return request(CALL, { body }, signal)
    },
    enabled: isAllowed,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
}

const LogInFirst = ({ path }: { path: string }) => (
  <Message
    icon={IconLock}
    title="Log in to open this document"
    actions={
      <Button component="a" href={loginPath(path)}>
        Log in
      </Button>
    }
  >
    You can also open the link in your email again.
  </Message>
)

function LinkFailed({ error, hasSecret, onRetry }: { error: Error; hasSecret: boolean; onRetry: () => void }) {
  const isExpired = hasCode(error, 'link_expired')
  if (!hasSecret && hasCode(error, 'not_found'))
    return (
      <Message icon={IconLock} title="You cannot sign this document" actions={<LogOutButton />} isFailure>
        The account that is logged in is not the one of its signer. Only the signer can sign, logged in or by the link in the
        email.
      </Message>
    )
  if (isExpired || hasCode(error, 'not_found'))
    return (
      <LinkOver title="This link cannot be used">
        {isExpired ? readErrorMessage(error) : 'It is not complete, or a newer email replaced it.'} If you still have to sign,
        open the newest email from {portal().domain.name}, or ask for help
        <AtSender />.
      </LinkOver>
    )
  return (
    <Problem actions={isOfAnother(error) ? <LogOutButton /> : <RetryButton onClick={onRetry} />}>
      {readErrorMessage(error)}
    </Problem>
  )
}

function Document({ documentId }: { documentId: string }) {
  const [hasSecret] = useState(() => takeMailedSecret(documentId))
  const isAllowed = hasSecret || session() !== undefined
  const { data, error, refetch, isFetching } = useSigningLink(documentId, isAllowed)
  const [isClosed, setClosed] = useState(false)
  const complete = () => {
    markSigningComplete(documentId)
    forgetMailedSecret(documentId)
  }
  const open = () => void refetch().then(() => setClosed(false))
  if (!isAllowed) return <LogInFirst path={`/sign-your-document?documentId=${encodeURIComponent(documentId)}`} />
  if (error) return <LinkFailed error={error} hasSecret={hasSecret} onRetry={open} />
  if (!data) return <Skeleton h={600} role="status" aria-label="Opening the document…" />
  const canOpenAgain = mailedSecret(documentId) !== undefined || session() !== undefined
  return (
    <>
      <SigningFrame
        signLink={data.sign_link}
        documentId={documentId}
        onCompleted={complete}
        onClosed={(reason) => setClosed(reason === 'expired')}
      />
      {isClosed && canOpenAgain && (
        <Alert color="yellow" mt="sm" role="status">
          <Group justify="space-between" gap="xs">
            This document is closed.
            <Button size="xs" loading={isFetching} onClick={open}>
              Open it again
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

/** The page of a mailed link: the signing page in a frame. */
export const SignYourDocumentScreen = ({ documentId }: { documentId: string | undefined }) => (
  <DocumentPage documentId={documentId} otherwise="Open the link in your email again." wide>
    {(id) => (
      <>
        <Title order={1} mb="sm">
          Sign your document
        </Title>
        <Document key={id} documentId={id} />
      </>
    )}
  </DocumentPage>
)
