import { Container } from '@/ui/container';

export function Page() {
  return (
    <Container className="py-16">
      <h1 className="text-2xl">About us</h1>
    </Container>
  );
}
