import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import type { MailBrand } from './draft.ts'
import classes from './preview.module.css'

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
export function MailPreview({ brand, scheme, height }: Props) {
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
