import { Container } from '@/ui/container';

export function Page() {
  return (
    <Container className="py-16">
      <h1 className="text-2xl">auth</h1>
    </Container>
  );
}
