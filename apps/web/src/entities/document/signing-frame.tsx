import { Alert, Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { SIGNING_FAILED } from '@vialdesk/contract/documents/documents'
import { useEffect, useRef, useState } from 'react'
import { lastActive } from '#web/lib/account/idle.ts'
import { REPORT_INTERVAL_MS, reportActivity } from '#web/lib/account/use-idle-countdown.ts'
import { useFrameMessages } from '#web/lib/browser/in-frame.ts'
import classes from './signing-frame.module.css'
import { originOf, readSigningMessage } from './signing-messages.ts'

interface Props {
  /** From the server; for one use in one frame. */
  signLink: string
  documentId: string
  /** The signer has finished. Ask the server for the document's state. */
  onCompleted: () => void
  /** The page in the frame can no longer be used, and nothing was signed. A new link opens the document again. */
  onClosed: (reason: 'declined' | 'expired' | 'error') => void
}

/** The page in the frame stores its activity, which keeps the session of this page alive. */
function useActivityInFrame(): void {
  useEffect(() => {
    const report = () => {
      const now = Date.now()
      if (now - lastActive(0) < REPORT_INTERVAL_MS) reportActivity(now)
    }
    const timer = setInterval(report, REPORT_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
}

/** The signing page of the portal or of a provider, 600 px high as specified. */
export function SigningFrame({ signLink, documentId, onCompleted, onClosed }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const origin = originOf(signLink)
  useActivityInFrame()
  useFrameMessages(frame, (message) => {
    const event = readSigningMessage(message, { origin, documentId, ownOrigin: location.origin })
    if (event === 'completed') onCompleted()
    else if (event && event !== 'loaded') onClosed(event)
  })
  if (!origin)
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
        {SIGNING_FAILED}
      </Alert>
    )
  return (
    <div className={classes.holder} aria-busy={!isLoaded}>
      {!isLoaded && <Loader className={classes.loader} aria-label="Opening the document…" role="status" />}
      {/* Another link in the same frame would only change the fragment, and the page would not load again. */}
      <iframe
        key={signLink}
        ref={frame}
        src={signLink}
        title="Sign the document"
        className={classes.frame}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
