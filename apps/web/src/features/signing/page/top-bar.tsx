import { ActionIcon, Alert, Badge, Box, Button, Group, Menu, Modal, Text, Textarea, Title } from '@mantine/core'
import { IconBan, IconDots, IconDownload } from '@tabler/icons-react'
import type { SigningDocument } from '@vialdesk/contract/documents/signing'
import { type FormEvent, type ReactNode, useState } from 'react'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { ApiError, fieldErrors } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { ZoomTools } from '#web/ui/pdf/tool-button.tsx'
import classes from './signing-screen.module.css'
import { type LoadedPdf, useSigningChange } from './use-signing.ts'

interface DeclineProps {
  secret: string
  document: SigningDocument
  opened: boolean
  onClose: () => void
}

function DeclineDialog({ secret, document, opened, onClose }: DeclineProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const decline = useSigningChange(secret, 'POST /api/v1/signing/decline/')
  const { error } = decline
  const refused = error instanceof ApiError ? fieldErrors(error).reason : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim()) decline.mutate({ reason })
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Decline to sign" centered>
      <form onSubmit={submit} noValidate>
        <Text c="dimmed" mb="md">
          The document ends, and nobody can sign it any more. {document.business} gets your reason.
        </Text>
        <Textarea
          label="Reason"
          required
          minRows={3}
          maxRows={6}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isMissing && !reason.trim() ? 'Enter a reason.' : refused}
          data-autofocus
        />
        {error && !refused && (
          <Alert color="red" mt="sm" role="alert">
            {errorMessage(error)}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose} disabled={decline.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={decline.isPending}>
            Decline
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

interface Props {
  secret: string
  document: SigningDocument
  pdf: LoadedPdf | undefined
  zoom: number
  onZoom: (zoom: number) => void
  /** More entries of the menu. */
  children?: ReactNode
}

/** What is signed, and for whom; zoom, and the actions that are seldom needed. */
export function TopBar({ secret, document, pdf, zoom, onZoom, children }: Props) {
  const { title, business, signer, test } = document
  const [declines, setDeclines] = useState(false)
  return (
    <section className={classes.bar} data-edge="top" aria-label="Document">
      <Box flex={1} miw={0}>
        <Title order={1} fz="md" lineClamp={1} title={title}>
          {title}
        </Title>
        <Text size="xs" c="dimmed" truncate>
          {business} · for {signer.name}
        </Text>
      </Box>
      {test && (
        <Badge color="yellow" variant="light">
          Test
        </Badge>
      )}
      <ActionIcon.Group>
        <ZoomTools zoom={zoom} onZoom={onZoom} />
      </ActionIcon.Group>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            disabled={!pdf}
            onClick={() => pdf && saveFile(pdf.content, pdf.name)}
          >
            Download to read
          </Menu.Item>
          {children}
          <Menu.Item color="red" leftSection={<IconBan size={16} />} onClick={() => setDeclines(true)}>
            Decline to sign
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeclineDialog secret={secret} document={document} opened={declines} onClose={() => setDeclines(false)} />
    </section>
  )
}
