import { ActionIcon, Badge, Menu, Text, Title } from '@mantine/core'
import { IconBan, IconDots, IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { SigningDocument } from '@vialdesk/contract/signing'
import { type ReactNode, useState } from 'react'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import classes from './signing-screen.module.css'
import type { LoadedPdf } from './use-signing.ts'

const ZOOMS = [0.75, 1, 1.25, 1.5, 2, 2.5, 3]

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
  const larger = ZOOMS.find((step) => step > zoom)
  const smaller = ZOOMS.findLast((step) => step < zoom)
  return (
    <header className={classes.bar} data-edge="top">
      <div className={classes.names}>
        <Title order={1} fz="md" className={classes.title} title={title}>
          {title}
        </Title>
        <Text size="xs" c="dimmed" className={classes.title}>
          {business} · for {signer.name}
        </Text>
      </div>
      {test && (
        <Badge color="yellow" variant="light">
          Test
        </Badge>
      )}
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={34}
          aria-label="Zoom out"
          disabled={smaller === undefined}
          onClick={() => smaller && onZoom(smaller)}
        >
          <IconZoomOut size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={34}
          aria-label="Zoom in"
          disabled={larger === undefined}
          onClick={() => larger && onZoom(larger)}
        >
          <IconZoomIn size={18} />
        </ActionIcon>
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
    </header>
  )
}
