/** Draws what is wrong with the field above; nothing where it is right. */
export const Complaint = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <span id={id} className="code-problem" role="alert">
      {text}
    </span>
  ) : null
