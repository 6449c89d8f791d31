/** Draws a score as a number and a bar. */
export const Score = ({ score }: { score: number }) => (
  <span className="check-score">
    <meter min={0} max={100} low={70} high={90} optimum={100} value={score} aria-hidden />
    {score}
  </span>
)
