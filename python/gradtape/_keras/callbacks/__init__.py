"""What happens between the steps of `Model.fit`: stopping, saving, writing down, other rates."""
