import { Component, type ReactNode } from 'react'
import { isMissingFile, startAttempt } from '#web/lib/browser/missing-file.ts'
import { showError } from '#web/lib/browser/toast.ts'

interface Props {
  open: boolean
  /** Closes the part. */
  onFail: () => void
  children: ReactNode
}

/** Around a part that loads when it is opened. If its file does not arrive, only the part closes; it is loaded again when it is opened again. */
export class PartBoundary extends Component<Props, { error: unknown }> {
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override state: { error: unknown } = { error: undefined }

  override componentDidCatch(error: unknown): void {
    if (!isMissingFile(error)) return
    showError('This part could not be loaded. Check your connection and try again.')
    this.props.onFail()
  }

  override componentDidUpdate({ open: wasOpen }: Props): void {
    if (this.state.error === undefined || !this.props.open || wasOpen) return
    startAttempt()
    this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isMissingFile(error)) return null
    throw error
  }
}
