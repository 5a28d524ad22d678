import { Skeleton, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents'
import { useEffect } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'

/** A link for the signer. A new link of a guest ends the earlier ones, so it is made once for each opening of the dialog. */
export function LinkToSign({ document: { id, recipients } }: { document: Document }) {
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
