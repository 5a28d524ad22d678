/** The name of the label's PDF in lists, as specified. Sentences write 'FedEx label'. */
export const LABEL_COLUMN = 'Fedex Label'
