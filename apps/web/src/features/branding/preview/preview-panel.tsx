import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Transaction } from '@vialdesk/contract/money/transactions'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { type MailBrand, validBrandOf } from './draft.ts'
import classes from './preview.module.css'
import { type Look, PreviewFrame } from './preview-frame.tsx'
import { sampleSale } from './sample-sale.ts'
import { SampleScreen } from './sample-screen.tsx'

/** Milliseconds without typing before the mail is asked for again. */
const DELAY_MS = 400
/** Mails are about as wide as in a mail program. */
const LEAST_WIDTH = 640

function MailFrame({ html, scheme, height }: { html: string; scheme: 'light' | 'dark'; height: number }) {
  const { ref, width: room } = useElementSize()
  const width = Math.max(LEAST_WIDTH, room)
  const scale = room / width
  return (
    <div ref={ref} className={classes.stage} style={{ height: Math.round(height * scale) }}>
      <iframe
        title="Preview of a mail"
        inert
        tabIndex={-1}
        sandbox=""
        srcDoc={html}
        className={classes.page}
        style={{ width, height, colorScheme: scheme, transform: `scale(${scale})` }}
      />
    </div>
  )
}

interface Props {
  brand: MailBrand
  scheme: 'light' | 'dark'
  height: number
}

/** A mail of the portal in the brand, as the server writes it. */
function MailPreview({ brand, scheme, height }: Props) {
  const body = useValueAfterPause(brand, DELAY_MS)
  const query = useQuery({ ...apiQuery('POST /domain/config/preview/', { body }), placeholderData: keepPreviousData })
  return (
    <>
      <Loaded query={query} loading="Loading the preview…">
        {({ mail_html }) => <MailFrame html={mail_html} scheme={scheme} height={height} />}
      </Loaded>
      {query.data && query.error && (
        <Text size="sm" c="dimmed" role="status" mt={6}>
          The preview could not be updated.
        </Text>
      )}
    </>
  )
}

/** What the preview shows of other parts of the portal. A route passes it, because features do not import each other. */
export interface PreviewViews {
  look: (config: PortalConfig) => Look
  login: (config: PortalConfig) => ReactNode
  receipt: (config: PortalConfig, sale: Transaction) => ReactNode
}

const pages = ['Login', 'Screen', 'Mail', 'Receipt'] as const
type Page = (typeof pages)[number]
const titles: Record<Page, string> = {
  Login: 'Preview of the login page',
  Screen: 'Preview of a screen',
  Mail: 'Preview of a mail',
  Receipt: 'Preview of a receipt',
}

const sizes = { Desktop: { width: 1200, height: 780 }, Phone: { width: 390, height: 780 } } as const
type Size = keyof typeof sizes
const schemes = ['Light', 'Dark'] as const
type Scheme = (typeof schemes)[number]

interface ShownProps {
  page: Page
  draft: PortalConfig
  views: PreviewViews
}

function Shown({ page, draft, views }: ShownProps) {
  if (page === 'Login') return views.login(draft)
  if (page === 'Screen') return <SampleScreen {...draft} />
  return <div className={classes.paper}>{views.receipt(draft, sampleSale)}</div>
}

/** The draft on the login page, a screen, a mail and a receipt, light and dark. Nothing is saved. */
export function PreviewPanel({ draft, views }: { draft: PortalConfig; views: PreviewViews }) {
  const [page, setPage] = useState<Page>('Login')
  const [size, setSize] = useState<Size>('Desktop')
  const [scheme, setScheme] = useState<Scheme>('Light')
  const look = useMemo(() => views.look(draft), [views, draft])
  const colors = scheme === 'Light' ? 'light' : 'dark'
  return (
    <Section title="Preview" lead="Nothing changes for anyone until you save.">
      <Stack gap="sm">
        <Group gap="xs">
          <SegmentedControl data={[...pages]} value={page} onChange={setPage} aria-label="Page" />
          <SegmentedControl data={[...schemes]} value={scheme} onChange={setScheme} aria-label="Colour scheme" />
          {page !== 'Mail' && (
            <SegmentedControl data={Object.keys(sizes) as Size[]} value={size} onChange={setSize} aria-label="Size" />
          )}
        </Group>
        {page === 'Mail' ? (
          <MailPreview brand={validBrandOf(draft)} scheme={colors} height={600} />
        ) : (
          <PreviewFrame title={titles[page]} look={look} scheme={colors} {...sizes[size]}>
            <Shown page={page} draft={draft} views={views} />
          </PreviewFrame>
        )}
      </Stack>
    </Section>
  )
}
