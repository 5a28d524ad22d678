/** Sends an event to another system. */
export interface WebhookRequest {
  /** Begins with https://. */
  url: string
  headers: Record<string, string>
  body: string
}

/** The HTTP status of the receiver, or why there is none: a sentence for admins. */
export type WebhookAnswer = { status: number } | { problem: string }

export interface WebhookSender {
  /** Never throws because of the receiver. */
  post(request: WebhookRequest): Promise<WebhookAnswer>
}
