// What is wrong with a field. Always rendered, so that a new message is announced.
interface FieldErrorProps {
  /** For the control's `aria-describedby`. */
  id?: string;
  error: string | undefined;
}

export function FieldError({ id, error }: FieldErrorProps) {
  return (
    <div aria-live="polite">
      {error !== undefined && (
        <p id={id} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
